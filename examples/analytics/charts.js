// Two kinds of chart as plain SVG. What a chart shows is told in words and numbers too, for those who do not see it.

const [WIDTH, HEIGHT, GAP] = [600, 160, 2];

const svg = (name, attributes, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};
const html = (name, className, ...children) => {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
};

const words = (key) =>
  key === 'whatsapp' ? 'WhatsApp' : key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** A number with its name. */
export const figure = (name, value) => html('p', 'figure', html('strong', '', value), name);

function chart(title, days, summary, marks, legend) {
  const image = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `${title}: ${summary}` },
    ...marks,
  );
  const ends = html('p', 'ends', html('span', '', days[0].day), html('span', '', days.at(-1).day));
  return html('figure', '', html('figcaption', '', html('h2', '', title), ...legend), image, ends);
}

/** A column for each day, of the counts that `countsOf` gives by name. */
export function stackedChart(title, days, countsOf) {
  const sums = new Map();
  for (const day of days) {
    for (const [key, count] of Object.entries(countsOf(day))) sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const keys = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a));
  const totalOf = (day) => Object.values(countsOf(day)).reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...days.map(totalOf));
  const step = WIDTH / days.length;
  const marks = days.flatMap((day, index) => {
    let top = HEIGHT;
    return keys.map((key, colour) => {
      const count = countsOf(day)[key] ?? 0;
      const height = (count / most) * HEIGHT;
      top -= height;
      const at = { x: index * step, y: top, width: Math.max(1, step - GAP), height, class: `colour-${colour % 6}` };
      return svg('rect', at, svg('title', {}, `${day.day}: ${words(key)} ${count}`));
    });
  });
  const legend = keys.map((key, colour) => html('span', `key colour-${colour % 6}`, `${words(key)} ${sums.get(key)}`));
  return chart(title, days, keys.map((key) => `${words(key)} ${sums.get(key)}`).join(', ') || 'none', marks, legend);
}

/** A line through the days that have a value, broken where one has none. */
export function lineChart(title, days, valueOf) {
  const values = days.map(valueOf);
  const known = values.filter((value) => value !== null);
  const most = Math.max(1, ...known);
  const step = WIDTH / Math.max(1, days.length - 1);
  const points = values.map(
    (value, index) => value !== null && [index * step, HEIGHT - 8 - (value / most) * (HEIGHT - 16)],
  );
  const path = points
    .map((point, index) => point && `${points[index - 1] ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`)
    .filter(Boolean)
    .join('');
  const dots = points.flatMap((point, index) =>
    point
      ? [
          svg(
            'circle',
            { cx: point[0], cy: point[1], r: 3 },
            svg('title', {}, `${days[index].day}: ${values[index].toFixed(1)}`),
          ),
        ]
      : [],
  );
  const summary =
    known.length === 0 ? 'none yet' : `from ${Math.min(...known).toFixed(1)} to ${Math.max(...known).toFixed(1)}`;
  return chart(
    title,
    days,
    summary,
    [svg('path', { d: path, class: 'line' }), ...dots],
    [html('span', 'key', summary)],
  );
}
