export interface Selector {
  metric: string
  matchers: { label: string; op: '=' | '!=' | '=~' | '!~'; value: string }[]
}

const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])

/** Prometheus or the scrape configuration adds these; explorers do not export them. */
const ADDED = new Set(['job', 'instance', 'site', 'le'])

export function readPromql(expression: string): { selectors: Selector[]; grouped: string[] } {
  const grouped: string[] = []
  const bare = expression
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g, (_, __, labels: string) => {
      grouped.push(...labels.split(',').map((label) => label.trim()))
      return ' '
    })
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ')
  const selectors: Selector[] = []
  // A string outside a selector is no metric; a word before "(" is a function.
  for (const [, metric = '', inside = ''] of bare.matchAll(
    /"[^"]*"|\b([a-zA-Z_][\w:]*)\b(?!\s*\()(?:\s*\{([^}]*)\})?/g,
  )) {
    if (metric === '' || KEYWORDS.has(metric.toLowerCase())) continue
    const matchers = [...inside.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label, op, value]) => ({
      label: label ?? '',
      op: op as Selector['matchers'][number]['op'],
      value: value ?? '',
    }))
    selectors.push({ metric, matchers })
  }
  return { selectors, grouped }
}

export function ownLabels(labels: readonly string[]): string[] {
  return labels.filter((label) => label !== '' && !ADDED.has(label))
}
