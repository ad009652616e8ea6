"""Fonts: FontProperties, what texts and legends take of them, and which fonts there are."""
import os

import matplotlib.pyplot as plt
from matplotlib import font_manager as fm
from matplotlib.font_manager import FontProperties

out = os.environ["PICTURES"]
QUESTIONS = ("family", "name", "style", "slant", "variant", "weight", "stretch", "size", "size_in_points", "file", "fontconfig_pattern", "math_fontfamily")


def tell(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


def facts(font):
    return [getattr(font, "get_" + name)() for name in QUESTIONS if name != "name"], str(font)


print(facts(FontProperties()), FontProperties().get_name())
for keywords in ({"family": "serif", "size": 12}, {"size": "large"}, {"size": "xx-small", "weight": "bold", "style": "italic"}, {"weight": 700},
                 {"family": ["Arial", "sans-serif"], "stretch": "condensed", "variant": "small-caps"}, {"size": -3}, {"size": "foo"}, {"weight": "foo"},
                 {"weight": 2000}, {"style": "foo"}, {"variant": "x"}, {"stretch": "y"}, {"fname": "/tmp/a.ttf"}, {"family": "serif:bold"},
                 {"math_fontfamily": "stix"}, {"math_fontfamily": "no"}, {"family": "DejaVu Sans:bold:size=14"}, {"family": "serif-9:italic"}):
    tell(lambda: facts(FontProperties(**keywords)))
print(FontProperties(size=3) == FontProperties(size=3), hash(FontProperties(size=3)) == hash(FontProperties(size=3)), FontProperties(size=3).copy().get_size())
font = FontProperties()
font.set_size(5)
font.set_weight("bold")
font.set_family("monospace")
font.set_style("oblique")
print(facts(font))
font.set_name("Foo")
print(font.get_family())
figure, axes = plt.subplots()
text = axes.set_title("a", fontproperties=FontProperties(size=20, weight="bold", family="serif"))
print(text.get_fontsize(), text.get_weight(), text.get_family(), text.get_style())
print(axes.set_xlabel("a", fontproperties=FontProperties(size=20), fontsize=7).get_fontsize())
text = axes.text(0, 0, "a", font_properties=FontProperties(size="small", style="italic"))
print(text.get_fontsize(), text.get_style(), type(text.get_fontproperties()).__name__, text.get_fontproperties().get_size())
print(axes.text(0, 0, "x", fontproperties="serif:bold").get_weight(), axes.text(0, 0, "x", fontproperties={"size": 4}).get_size())
print(axes.text(0, 0, "x", fontdict={"size": 9, "weight": "bold"}).get_fontsize())
text.set_fontproperties(FontProperties(size=33))
print(text.get_size(), text.get_fontproperties().get_name())
for label in axes.get_xticklabels():
    label.set_fontproperties(FontProperties(size=4))
print(axes.get_xticklabels()[0].get_fontsize(), figure.suptitle("a", fontproperties=FontProperties(size=8)).get_fontsize())
print(fm.findfont(FontProperties(family="DejaVu Sans")).endswith("DejaVuSans.ttf"), len(fm.fontManager.ttflist) > 3, type(fm.findSystemFonts()).__name__)
print("DejaVu Sans" in fm.fontManager.get_font_names(), fm.weight_dict["bold"], fm.font_scalings["large"])
tell(lambda: fm.findfont("nope", fallback_to_default=False))
axes.plot([1, 2], label="a")
for keywords in ({"fontsize": 5}, {"prop": {"size": 15}}, {"prop": FontProperties(size=5)}, {"title": "t", "title_fontsize": 20},
                 {"fontsize": "large", "title": "q", "title_fontproperties": {"size": 6, "weight": "bold"}}):
    legend = axes.legend(**keywords)
    title = legend.get_title()
    print(legend.get_texts()[0].get_fontsize(), title.get_fontsize(), title.get_text(), title.get_weight())
legend.get_texts()[0].set_fontsize(3)
print(legend.get_texts()[0].get_fontsize(), legend.get_texts()[0] is legend.get_texts()[0], legend.get_title() is legend.get_title())
legend.set_title("other", prop={"size": 11})
print(legend.get_title().get_text(), legend.get_title().get_fontsize())
figure, both = plt.subplots(1, 2, figsize=(6, 3))
for axes in both:
    axes.plot([1, 2], label="one")
    axes.plot([2, 1], label="two")
legend = both[0].legend(title="T", loc="center")
for text in legend.get_texts():
    text.set_color("red")
    text.set_fontsize(18)
legend.get_title().set_fontsize(20)
legend.get_title().set_color("blue")
legend.get_texts()[1].set_text("three")
both[1].legend(loc="center", title="T", prop={"size": 14, "weight": "bold"})
plt.setp(both[1].get_legend().get_title(), fontsize=16)
both[0].set_title("Title", fontproperties=FontProperties(size=22, weight="bold", family="serif"))
figure.savefig(os.path.join(out, "legends.png"))
