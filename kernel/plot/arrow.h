/* Arrows: the way from one point to another, and the outlines that are drawn along it. Coordinates are pixels.
 *
 * A connection gives a track, whose ends are cut off where it leaves the things that it connects; a style turns
 * the track into up to three outlines, some of which are filled. */
#ifndef KERNEL_PLOT_ARROW_H
#define KERNEL_PLOT_ARROW_H

#include "kernel/plot/path.h"

enum { track_capacity = 32, arrow_outlines_capacity = 3 };

/* Straight lines and quadratic Bezier curves in a row. */
typedef struct TrackPart {
    bool curved;
    Point control, end; /* control: of curves */
} TrackPart;

typedef struct Track {
    Point start;
    TrackPart parts[track_capacity];
    size_t count;
    bool closed;
} Track;

void track_line(Track *track, Point end);
void track_curve(Track *track, Point control, Point end);
void track_append_to(const Track *track, Path *path);
bool track_is_curve(const Track *track); /* one quadratic curve, as some styles need it */

/* Something that a track leaves: a circle, or a polygon by its corners (even-odd). */
typedef struct Area {
    Point center;
    double radius;
    const Point *corners; /* NULL: the circle */
    size_t count;
} Area;

bool area_contains(const Area *area, Point point);
/* Cut off the beginning (or the end) that lies in the area; a track that never leaves it stays whole. */
void track_leave(Track *track, const Area *area, bool at_end);

/* The same of circles of these radii round both ends. */
void track_shrink(Track *track, double at_start, double at_end);

typedef enum ConnectionKind {
    CONNECT_ARC3,
    CONNECT_ANGLE3,
    CONNECT_ANGLE,
    CONNECT_ARC,
    CONNECT_BAR
} ConnectionKind;

typedef struct Connection {
    ConnectionKind kind;
    double radius, angle_a, angle_b; /* angles: degrees */
    double arm_a, arm_b;             /* NAN or 0: none */
    double fraction, angle;          /* of a bar; angle NAN: as the line between the points */
} Connection;

/* false: lines at these angles never meet. */
bool connection_is_possible(const Connection *connection);
bool connection_track(const Connection *connection, Point from, Point to, Track *track);

typedef enum ArrowKind { ARROW_CURVE, ARROW_SIMPLE, ARROW_FANCY, ARROW_WEDGE } ArrowKind;
typedef enum ArrowEnd { ARROW_PLAIN, ARROW_HEAD, ARROW_FILLED_HEAD, ARROW_BRACKET } ArrowEnd;

typedef struct ArrowBracket {
    double width, length, angle; /* parts of the arrow's size; degrees */
} ArrowBracket;

/* Lengths and widths are parts of the arrow's size. */
typedef struct ArrowStyle {
    ArrowKind kind;
    ArrowEnd begin, end; /* of ARROW_CURVE */
    double head_length, head_width, tail_width, shrink_factor;
    ArrowBracket bracket_a, bracket_b;
} ArrowStyle;

typedef struct ArrowOutlines {
    Track tracks[arrow_outlines_capacity];
    bool filled[arrow_outlines_capacity];
    size_t count;
} ArrowOutlines;

/* `line_width` in pixels: pointed heads are drawn back so that their stroke ends where the track does.
 * `aspect`: the outlines are made in a plane whose y is so many times shorter. false: the style needs a track
 * that is one curve. */
bool arrow_outlines(const ArrowStyle *style, const Track *track, double size, double line_width, double aspect,
                    ArrowOutlines *outlines);

#endif
