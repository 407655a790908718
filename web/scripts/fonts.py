"""Creates the subsets in src/fonts and src/fonts.css from the @fontsource packages.

    npm pack @fontsource/alegreya@5.3.0 @fontsource/alegreya-sans@5.3.0
    for f in *.tgz; do mkdir "${f%-5.3.0.tgz}" && tar xzf "$f" -C "${f%-5.3.0.tgz}"; done
    pip install fonttools brotli && python3 scripts/fonts.py FOLDER

Lining digits are the default, since a `font` shorthand resets font variants.
"""

import math
import sys
from pathlib import Path

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

SIGNS = "U+0020-0021,U+0028-0029,U+002B-003B,U+003F,U+00A0,U+00AB,U+00B7,U+00BB,U+00D7,U+2013-2014,U+2019,U+201C-201E,U+2026"
RARE = "U+0022-0027,U+002A,U+003C-003E,U+0040,U+005B-0060,U+007B-007E,U+00A9,U+00B0,U+2018,U+201A,U+2022,U+2212"
PARTS = {  # name: source file, characters
    "signs": ("latin", SIGNS),
    "latin": ("latin", "U+0041-005A,U+0061-007A"),
    "rare": ("latin", RARE + ",U+00C0-00D6,U+00D8-00F6,U+00F8-00FF"),
    "cyrillic": ("cyrillic", "U+0401,U+0404,U+0406-0407,U+0410-044F,U+0451,U+0454,U+0456-0457,U+0490-0491"),
}
LOGO = ",".join(f"U+{ord(letter):04X}" for letter in sorted(set("Bastide")))
PLAYERS = "U+25A0,U+25B2,U+25C6,U+25CF,U+2605,U+271A"
FACES = [  # package, weight, name of the file, family, range of weights, size-adjust
    ("alegreya", 600, "serif-600", "Alegreya", "400 900", None),
    ("alegreya-sans", 400, "sans-400", "Alegreya Sans", "100 500", "108%"),
    ("alegreya-sans", 700, "sans-700", "Alegreya Sans", "600 900", "108%"),
]
HEAD = """/* Alegreya and Alegreya Sans (public/OFL.txt), made by scripts/fonts.py. Signs and
   digits are apart from letters, so that each alphabet loads only its own; the
   name of the game has its letters to itself. The signs of the players are drawn
   by that script, too. `size-adjust` gives the small
   letters of the sans the size of other sans faces. */
"""


def lining(font: TTFont) -> None:
    """Maps digits to their lining forms."""
    table = font["GSUB"].table
    forms: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "lnum":
            continue
        for index in record.Feature.LookupListIndex:
            for entry in table.LookupList.Lookup[index].SubTable:
                forms.update(getattr(getattr(entry, "ExtSubTable", entry), "mapping", {}))
    for cmap in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in cmap.cmap:
                cmap.cmap[code] = forms.get(cmap.cmap[code], cmap.cmap[code])


def write(source: Path, characters: str, target: Path) -> None:
    """Writes the characters of `source` to `target` as woff2."""
    font = TTFont(source)
    lining(font)
    # Signs are in separate files from letters, so they need no kerning.
    features = ["tnum"] if characters == SIGNS else ["kern", "tnum", "ccmp", "locl"]
    options = subset.Options(layout_features=features, hinting=False, desubroutinize=True)
    options.flavor = "woff2"
    tool = subset.Subsetter(options)
    tool.populate(unicodes=subset.parse_unicodes(characters))
    tool.subset(font)
    subset.save_font(font, target, options)


def ring(radii: list[float], start: float) -> list[tuple[int, int]]:
    """Returns corners around the centre of a glyph, clockwise from `start` degrees."""
    angles = [math.radians(start - 360 * n / len(radii)) for n in range(len(radii))]
    return [(round(450 + r * math.cos(a)), round(330 + r * math.sin(a))) for r, a in zip(radii, angles)]


def cross(reach: int, half: int) -> list[tuple[int, int]]:
    """Returns the corners of an upright cross around the centre of a glyph, clockwise."""
    arm = [(-half, reach), (half, reach), (half, half)]
    corners: list[tuple[int, int]] = []
    for _ in range(4):
        corners += arm
        arm = [(y, -x) for x, y in arm]
    return [(450 + x, 330 + y) for x, y in corners]


def write_players(target: Path) -> None:
    """Writes the glyphs of the players: all of the same size, on every machine."""
    shapes = {
        0x25A0: ring([460] * 4, 135),
        0x25B2: [(450, 730), (880, -20), (20, -20)],
        0x25C6: ring([450] * 4, 90),
        0x25CF: ring([365] * 48, 90),
        0x2605: ring([480, 205] * 5, 90),
        0x271A: cross(400, 150),
    }
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for code, points in shapes.items():
        pen = TTGlyphPen(None)
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
        glyphs[f"u{code:04X}"] = pen.glyph()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({code: f"u{code:04X}" for code in shapes})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({name: (900, 0) for name in glyphs})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Bastide Signs", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost(keepGlyphNames=False)
    font.font.flavor = "woff2"
    font.save(target)


def main() -> None:
    packages = Path(sys.argv[1])
    fonts = Path(__file__).parent.parent / "src" / "fonts"
    css = HEAD
    for package, weight, name, family, weights, adjust in FACES:
        files = packages / f"fontsource-{package}" / "package" / "files"
        for part, (source, characters) in PARTS.items():
            write(files / f"{package}-{source}-{weight}-normal.woff2", characters, fonts / f"{name}-{part}.woff2")
            extra = f" size-adjust: {adjust};" if adjust else ""
            css += (
                f"@font-face {{ font-family: '{family}'; font-weight: {weights}; font-display: swap; "
                f"src: url('./fonts/{name}-{part}.woff2') format('woff2'); unicode-range: {characters};{extra} }}\n"
            )
    write(packages / "fontsource-alegreya/package/files/alegreya-latin-600-normal.woff2", LOGO, fonts / "logo.woff2")
    css += "@font-face { font-family: 'Bastide'; font-weight: 400 900; font-display: swap; src: url('./fonts/logo.woff2') format('woff2'); }\n"
    write_players(fonts / "players.woff2")
    # The same weights as the other faces: browsers combine only matching ones.
    for _, _, _, family, weights, _ in FACES:
        css += f"@font-face {{ font-family: '{family}'; font-weight: {weights}; font-display: swap; src: url('./fonts/players.woff2') format('woff2'); unicode-range: {PLAYERS}; }}\n"
    (fonts.parent / "fonts.css").write_text(css)


main()
