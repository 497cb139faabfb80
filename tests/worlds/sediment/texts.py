"""Small texts written for these tests."""

PLAY = """The Lamp

Dramatis Personae

  INES, keeper of the light.
  TOBIAS, servant to Ines.
  WALT, governor of the village.
  MATTEO, a sailor.
  Two Fishermen.
  Villagers and Attendants.

SCENE A rock in the sea.


ACT I

SCENE I. Gull Rock. A lamp room.

[Enter INES and TOBIAS]

INES
  The lamp must burn until the morning comes. Tobias, have you brought the oil?

TOBIAS
  [Aside] She must not know that I have sold it all.
  There is enough of it below, my lady.

[Exit]

INES
  I shall go down myself and count the cans.

[Exit]

SCENE II. The village. An inn.

[WALT at a table. Enter to him TOBIAS]

WALT
  Where is the oil that you have promised me?

TOBIAS
  I will bring you the last of it tonight.

[Enter two Fishermen]

First Fisherman
  A ship has struck upon the rocks below.

Second Fisherman
  The light is out and nobody is there.

[Exeunt Fishermen]

Messenger
  The keeper of the light is asking for you.

WALT
  Then go to her and say that I was here.

[Exeunt]

ACT II

SCENE I. Gull Rock. Another part of the lamp room.

[Enter MATTEO and WALT]

MATTEO
  You bought the oil, and for it my ship is lost.

[Stabs WALT]

WALT
  O, I am killed for fourteen cans of oil.

[Dies]

[Enter INES]

INES
  What have you done, and who is lying there?

[Exeunt all but MATTEO]

MATTEO
  I shall not run away from what I did.

[Exit]

SCENE II. The same.

[Enter a Messenger]

Messenger
  They look for you, and they have brought a rope.

[Exit]

ACT III

SCENE I. The village. An inn.

[Enter INES and TOBIAS]

INES
  Walt is dead, and you have sold the oil to him.

TOBIAS
  I have, and I would do the same again.

[Exeunt]
"""

CHINESE_PLAY = """渡口

人物

阿贵，船夫。
刘三，渡口的管事。
小荷，阿贵的女儿。

第一幕

第一场 渡口

[阿贵、小荷上。]

阿贵：今天的水涨得很快，船不能再开了。

小荷：刘三说过要来收船租，你答应他了吗？

阿贵：我答应他端午之前一定还清。

[刘三上。]

刘三：阿贵，你欠我的船租什么时候还？

阿贵：再等三天，我把网卖了就还你。

[小荷下。]

刘三：三天之后不还，我就把船拉走。

[刘三下。]

第二场 茶馆

[刘三、小荷上。]

小荷：求你不要拉走我父亲的船。

刘三：船可以不拉，你去告诉他我等着。

[刘三倒地，死去。]

小荷：来人啊，刘三倒在茶馆里了！

[同下。]
"""

NOVEL = """第一章 借船

　　周大与吴二在桃花村住了三年。一天，周大来到柳树渡，向赵掌柜借船。赵掌柜笑道：“船可以借，你得押下这把刀。”周大曰：“刀是我父亲留下的，我答应你三天之内来赎。”
　　有诗为证：江水东流去不回。吴二在柳树渡看见周大把刀交给赵掌柜。

第二章 失火

　　却说吴二回到桃花村，村里失了火。吴二杀赵掌柜于桃花村。周大闻之，大惊。周大在柳树渡找不到船，也找不到吴二。

第三章 寻人

　　周大往桃花村寻吴二。吴二已经走了，只留下一封信。
"""

NOVEL_REGISTRY = """zhou_da: {name: 周大, latin: Zhou Da}
wu_er: {name: 吴二, latin: Wu Er}
zhao: {name: 赵掌柜, latin: Shopkeeper Zhao, aliases: [掌柜]}
taohua: {name: 桃花村, kind: place, latin: Taohua Village}
liushu: {name: 柳树渡, kind: place, latin: Liushu Ferry}
"""

TIMELINE = """2031-01-02: The Harbour Board closed the port of Saltmouth after the storm.
2031-01-05: The Harbour Board said that two boats were lost near Gull Rock. The Lighthouse Service denied it.
2031-02-01: The Lighthouse Service sent an engineer to Gull Rock.
2031-03-01: The port of Saltmouth was opened again by the Harbour Board.
"""

TIMELINE_REGISTRY = """board: {name: Harbour Board, aliases: [the Harbour Board]}
service: {name: Lighthouse Service, aliases: [the Lighthouse Service]}
saltmouth: {name: Saltmouth, kind: place}
gull_rock: {name: Gull Rock, kind: place}
"""
