"""The deck's colours and line weights, in one place.

The look is that of stencil-dyed cloth: flat shapes kept apart by a *keyline*. A dark shape has a
keyline in paper colour, a pale one (paper, yellow, rose) in ink; so shapes stay apart in greyscale
and for every kind of colour vision. Lengths are in card units: a card is 60 x 96.
"""

PAPER = "#f8f1e0"
INK = "#1e1a1f"
RED = "#cf2d24"
ROSE = "#f2a59b"
YELLOW = "#f3b72f"
OCHRE = "#c07a2c"
GREEN = "#2c6a48"
INDIGO = "#2b3c86"
VIOLET = "#7a4a9e"

WIDTH = 60
HEIGHT = 96
CORNER = 4
RIM = 0.8
BORDER = 1.6

BOLD = 2.4
LINE = 1.4
FINE = 0.9
