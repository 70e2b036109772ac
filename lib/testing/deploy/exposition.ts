export interface SeriesLine {
  metric: string
  labels: Record<string, string>
  value: number
}

export function readExposition(text: string): SeriesLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, metric, inside = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (metric === undefined || value === undefined) throw new Error(`no series: ${line}`)
      const labels: Record<string, string> = {}
      for (const [, name = '', text = ''] of inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)) labels[name] = text
      return { metric, labels, value: Number(value) }
    })
}
