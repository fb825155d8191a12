/** SVG as text. Coordinates are rounded to a tenth: invisible, but it saves bytes. */
export function round(value: number): number {
  return Number(value.toFixed(1))
}

type Attributes = Readonly<Record<string, string | number>>

function attributes(more: Attributes): string {
  return Object.entries(more)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : value}"`)
    .join('')
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string {
  return `<rect${attributes({ x, y, width, height, fill, ...more })}/>`
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return `<circle${attributes({ cx, cy, r, fill, ...more })}/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string {
  return `<ellipse${attributes({ cx, cy, rx, ry, fill, ...more })}/>`
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return `<path${attributes({ d, fill, ...more })}/>`
}

export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return path(d, 'none', { stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round', ...more })
}

export function ground(fill: string): string {
  return rect(0, 0, 200, 200, fill)
}

export function group(more: Attributes, ...children: readonly string[]): string {
  return `<g${attributes(more)}>${children.join('')}</g>`
}

/** A shape and its mirror image about the middle. */
export function mirrored(half: string): string {
  return half + group({ transform: 'matrix(-1 0 0 1 200 0)' }, half)
}

/** `count` shapes, the i-th by `draw(i)`. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** A path through points. */
export function through(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}
