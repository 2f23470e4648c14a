"""The ten lessons."""

from typing import Final

from kahuna.study.lessons.scene import Scene
from kahuna.study.lessons.shapes import Do, Lesson, Question, Wanted

WHO: Final = ("white", "black", "nobody")

BRIDGE = Lesson(
    "bridge",
    (
        Do(Scene(hand="EAK"), (Wanted(),), ("EF",), look="EAK"),
        Do(Scene(white="EF", hand="HAK"), (Wanted(lines=("EH",)),), ("HE",), look="EH"),
        Do(Scene(white="EF EH", hand="AK", comes="LC"), (Wanted(kind="draw"),), ("+?",)),
    ),
)

MAJORITY = Lesson(
    "majority",
    (
        Do(Scene(white="AB", hand="AHG"), (Wanted(gains="A"),), ("AD",), look="A"),
        Question(Scene(white="BC CF FG", hand="GKE"), WHO, "nobody", look="C"),
        Do(Scene(white="BC CF FG", hand="GKE"), (Wanted(gains="C"),), ("GC",), look="C"),
    ),
)

FALL = Lesson(
    "fall",
    (
        Do(
            Scene(white="DH EH", black="AH HL EI", hand="HBE"),
            (Wanted(gains="H"),),
            ("HI",),
            look="H",
        ),
        Question(
            Scene(white="DH EH", black="AH HL EI", hand="HBE"),
            ("back", "lost"),
            "back",
            look="H",
            after=("HI",),
        ),
        Do(
            Scene(white="CG FG EI HI", black="GK IK IL BE", hand="GIC"),
            (Wanted(removes=("IK", "IL")),),
            ("IJ",),
            look="GI",
        ),
    ),
)

DOUBLE = Lesson(
    "double",
    (
        Do(
            Scene(white="AB BD DE", black="AH DH", hand="DEH"),
            (Wanted(gains="AD"),),
            ("DA",),
            look="AD",
        ),
        Do(
            Scene(white="CK GK HL", black="IK IL JK BF", hand="CLJ"),
            (Wanted(gains="KL"),),
            ("LK",),
            look="KL",
        ),
    ),
)

_CHAIN = Scene(white="AB BD DE", black="AH DH HI BF", hand="DEL")

CHAIN = Lesson(
    "chain",
    (
        Question(_CHAIN, WHO, "black", look="H"),
        Do(_CHAIN, (Wanted(loses="H"),), ("DA",), look="H"),
        Question(_CHAIN, ("stays", "falls"), "stays", look="HI", after=("DA",)),
    ),
)

_GUEST = Scene(white="GK JK", black="EI HI IJ BE", hand="ILC")

GUEST = Lesson(
    "guest",
    (
        Do(_GUEST, (Wanted(lines=("IK", "IL")),), ("IL",), look="I"),
        Question(
            Scene(white="GK JK", black="EI HI IJ BE", hand="ILC"),
            ("stays", "falls"),
            "stays",
            look="I",
            after=("IL",),
        ),
        Do(
            Scene(white="GK JK IL", black="EI HI IJ BE", hand="LCF"),
            (Wanted(gains="L"),),
            ("LH",),
            look="L",
        ),
    ),
)

_REBUILD = Scene(white="DH EH", black="AH HI HL BC", hand="AHH")

CUT = Lesson(
    "cut",
    (
        Do(
            Scene(white="BD", black="AH HI HL BC", hand="AHF"),
            (Wanted(kind="cut", loses="H"),),
            ("AHxAH",),
            look="H",
        ),
        Do(
            _REBUILD,
            (Wanted(kind="cut", removes=("AH",)), Wanted(gains="H")),
            ("HHxAH", "AH"),
            look="H",
            wrong={"HHxHI": "other-bridge", "HHxHL": "other-bridge"},
        ),
    ),
)

_RULES = Scene(white="AD BC BE DE DH EH", black="AB AH EF EI EJ HI HL", hand="ABE", row="FGI")

EXAMPLE = Lesson(
    "example",
    (
        Do(_RULES, (Wanted(lines=("BD",), gains="B"),), ("BD",), look="B"),
        Question(_RULES, WHO, "nobody", look="A", after=("BD",)),
        Do(
            Scene(white="AD BC BD BE DE DH EH", black="AH EF EI EJ HI HL", hand="AE", row="FGI"),
            (Wanted(gains="A"),),
            ("AB",),
            look="A",
        ),
        Do(
            Scene(
                white="AB AD BC BD BE DE DH EH",
                black="EF EI EJ HI HL",
                hand="HHE",
                row="CGI",
                gone="AB",
                seat="Black",
            ),
            (Wanted(kind="cut", removes=("EH",)), Wanted(gains="EH")),
            ("HHxEH", "EH"),
            look="EH",
        ),
        Question(
            Scene(
                white="AB AD BC BD BE DE DH EH",
                black="EF EI EJ HI HL",
                hand="HHE",
                row="CGI",
                gone="AB",
                seat="Black",
            ),
            ("yes", "no"),
            "no",
            look="D",
            after=("HHxEH", "EH"),
        ),
    ),
)

_FULL = Scene(white="AB CF EJ", black="GK HL IJ", hand="ACEGK", row="BDL", comes="FIH")

DRAW = Lesson(
    "draw",
    (
        Do(_FULL, (Wanted(kind="abstain"),), ("-",)),
        Do(
            Scene(
                white="AB CF EJ", black="GK HL IJ", hand="ACE", row="BDL", comes="FIH",
                abstained=True,
            ),
            (Wanted(kind="draw"),),
            ("+B",),
        ),
        Do(
            Scene(
                white="AB CF EJ", black="GK HL IJ", hand="ACEGK", row="BDL", comes="FIH",
                abstained=True,
            ),
            (Wanted(kind="lighten"), Wanted(kind="draw")),
            ("/K", "+B"),
        ),
    ),
)  # fmt: skip

_LATE = Scene(
    white="AB HL BC CF CG", black="EF EJ FJ IJ IK", hand="DKC", row="EGI", gone="AABD", cards=4
)

COUNT = Lesson(
    "count",
    (
        Question(
            Scene(white="AB AD BC CF CG", black="HL IL FJ EJ IJ", hand="DKE", row="BGI", round=2),
            ("none", "one", "two"),
            "none",
            look="ACJL",
        ),
        Question(_LATE, ("can", "cannot"), "cannot", look="AB"),
        Do(_LATE, (Wanted(gains="A"),), ("DA",), look="AL", wrong={"KL": "risky"}),
    ),
)

COURSE: Final[tuple[Lesson, ...]] = (
    *(BRIDGE, MAJORITY, FALL, DOUBLE, CHAIN),
    *(GUEST, CUT, EXAMPLE, DRAW, COUNT),
)
