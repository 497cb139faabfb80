"""Common English first names with their gender, which decides what pronouns fit. A capitalised first name is a
person.
"""

__all__ = ["FEMALE", "MALE"]

MALE = frozenset(
    """
    aaron abdul abel adam adrian ahmed alan albert alberto alejandro alessandro alexander alexei alfred ali amir anders
    andre andrea andrei andrew andy angus anthony antoine anton antonio arjun arnold arthur ashok august axel barry ben
    benedict benjamin bernard bert bill bjorn bob boris brad brandon brian bruce bruno bryan caleb carl carlos cesar
    chad charles charlie chris christian christopher claude colin connor craig cyrus dan daniel danny darren dave david
    dean dennis derek dev diego dieter dimitri dmitri dominic don donald doug douglas duncan dylan ed eddie edgar edmund
    eduardo edward edwin elias elliot emil emilio enrique eric erik ernest ethan eugene evan fabian felipe felix
    fernando finn francis francisco frank franz fred frederick gabriel gareth gary gavin geoffrey george gerald gilbert
    giovanni giuseppe glen gordon graham greg gregory guillermo gunnar gus gustav hans harold harry harvey hassan hector
    heinrich henrik henry herbert hiro hiroshi horace howard hugh hugo ian ibrahim igor ismael ivan jack jacob jake
    jamal james jan jared jason javier jay jeff jeremy jerome jerry jim jimmy joachim joe joel johan john johnny jon
    jonas jonathan jorge jose joseph joshua juan julian julio jurgen justin kai karim karl keith ken kenji kenneth kevin
    kofi kurt kyle lars laurence lawrence lee leo leon leonard leonardo lewis liam lionel louis luca lucas luis luke
    magnus malcolm manuel marc marcel marco marcus mario mark martin mathias matt matteo matthew maurice max michael
    miguel mike mikhail milan miles mohamed mohammed morris moses nathan nathaniel ned neil nicholas nick nicolas niels
    nigel nikolai nils noah noel norman oliver omar oscar osman otto owen pablo patrick paul pavel pedro per pete peter
    phil philip pierre piotr rafael raj rajesh ralph ramon raul ravi raymond rene reza ricardo richard rick rob robert
    roberto rodrigo roger roland roman ron ronald ross roy rudolf rupert ryan sam samuel sanjay scott sean sebastian
    sergei sergio seth simon stan stanley stefan stephen steve steven stuart sven takeshi ted terry theo theodore thomas
    tim timothy tobias todd tom tomas tony travis trevor tyler umar victor viktor vikram vincent vladimir walter warren
    wayne werner wilhelm will william xavier yusuf yuri zach
    """.split()
)
FEMALE = frozenset(
    """
    abigail ada adele agatha agnes aisha alexandra alice alicia alina alison alma amanda amara amber amelia amina amira
    amy ana anastasia angela angelica anita ann anna anne annette annie antonia april ariana astrid audrey ava barbara
    beatrice becky bella bernadette beth bianca brenda bridget camila carla carmen carol caroline catherine cathy
    cecilia celia charlotte chiara chloe christina christine clara clare claudia cleo constance cora cristina cynthia
    daisy daniela daphne deborah delia denise diana dolores donna doris dorothy edith eileen elaine eleanor elena elisa
    elisabeth elizabeth ella ellen elsa emilia emily emma erica erin esther eva eve evelyn faith fatima felicia fiona
    flora florence frances francesca freya gabriela gail gemma georgia gertrude gina giulia gloria grace greta hannah
    harriet hazel heather heidi helen helena helga hilda holly ida ilse ines ingrid irene iris irma isabel isabella
    isabelle ivy jacqueline jane janet janice jasmine jean jenna jennifer jenny jessica jill joan joanna josephine joy
    joyce juanita judith judy julia juliana julie juliet karen karin kate katherine kathleen katie katrina kelly
    kirsten kristin laila lara larissa laura lauren layla lea leah leila lena leona lia lily linda lisa liz lorena
    lorraine louise lucia lucy luisa lydia madeleine maggie mara margaret margarita maria mariam marianne marie marina
    marion marlene marta martha mary matilda maya megan melanie melinda melissa meredith mia michelle mila mildred mina
    minna miranda miriam moira molly monica nadia nadine naomi natalia natalie natasha nina nora norma olga olive olivia
    ophelia paula pauline penelope petra phoebe polly portia priscilla priya rachel rebecca regina renata rita rosa
    rosalind rose rosemary rosie roxana ruth sabine sabrina sally samantha sandra sara sarah selma sharon sheila shirley
    silvia simone sofia sonia sophia sophie stella stephanie sue susan susanna svetlana sylvia tamara tanya tara tatiana
    teresa theresa tina ursula valentina valerie vanessa vera veronica victoria viola violet virginia vivian wendy
    wilma winifred yara yasmin yolanda yuki yvonne zara zoe
    """.split()
)
