"""Keys of attribute rows that belong to no design: what one owner wants of one of its rows, dated like everything.

The subject of each is an atom, the value names the owner by number and says what it wants; the last row counts.
"""

EXPIRES = "expires"
"""«OWNER ROUND»: from that round on the owner recalls the row no more; «OWNER tMICROSECONDS»: from that time on, in
microseconds UTC since 1970; «OWNER never» takes it back."""

PINNED = "pinned"
"""«OWNER 1»: the owner keeps the row at hand; «OWNER 0» takes it back."""

WEIGHT = "weight"
"""«OWNER N»: how important the owner says the row is, from 1 to 10."""

NEVER, TIME = "never", "t"
