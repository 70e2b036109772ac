/*
 * The subset of Markdown that docs/on-call.md uses. Returns blocks, not HTML. Images are omitted: they belong to the
 * repository.
 */

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; inlines: Inline[] }
  | { kind: 'link'; href: string; inlines: Inline[] }

export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const BEGINS = /^(?:#{1,6} |```|\||- )/

export function readMarkdown(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  const take = (fits: (line: string) => boolean) => {
    const from = at
    while (at < lines.length && fits(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,6}) (.+)$/.exec(line)
    if (heading) {
      const text = plainText(readInlines(heading[2] ?? ''))
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text, id: anchorOf(text) })
      at++
    } else if (line.startsWith('```')) {
      at++
      blocks.push({ kind: 'code', text: take((next) => !next.startsWith('```')).join('\n') })
      at++
    } else if (line.startsWith('|')) {
      const [head = [], , ...rows] = take((next) => next.startsWith('|')).map(readCells)
      blocks.push({ kind: 'table', head, rows })
    } else if (line.startsWith('- ')) {
      const items = take((next) => next.startsWith('- ') || next.startsWith('  ')).join('\n')
      blocks.push({ kind: 'list', items: items.slice(2).split('\n- ').map(oneLine).map(readInlines) })
    } else if (line.trim() === '') at++
    else {
      at++
      const rest = take((next) => next.trim() !== '' && !BEGINS.test(next))
      const inlines = readInlines(oneLine([line, ...rest].join('\n')))
      if (inlines.length > 0) blocks.push({ kind: 'paragraph', inlines })
    }
  }
  return blocks
}

export function readInlines(line: string): Inline[] {
  const found = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|(!?)\[([^\]]*)\]\(([^)\s]+)\)/.exec(line)
  if (!found) return line === '' ? [] : [{ kind: 'text', text: line }]
  const [whole, code, strong, emphasis, bang, label = '', href = ''] = found
  const before = readInlines(line.slice(0, found.index))
  const after = readInlines(line.slice(found.index + whole.length))
  return [...before, ...piece(), ...after]

  function piece(): Inline[] {
    if (code !== undefined) return [{ kind: 'code', text: code }]
    if (strong !== undefined) return [{ kind: 'strong', inlines: readInlines(strong) }]
    if (emphasis !== undefined) return [{ kind: 'emphasis', inlines: readInlines(emphasis) }]
    return bang === '!' ? [] : [{ kind: 'link', href, inlines: readInlines(label) }]
  }
}

export function plainText(inlines: readonly Inline[]): string {
  return inlines.map((inline) => ('text' in inline ? inline.text : plainText(inline.inlines))).join('')
}

/** Same anchors as repository hosts generate. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

function readCells(line: string): Inline[][] {
  const cells = line.replace(/^\||\|\s*$/g, '').match(/(?:`[^`]*`|[^|`])+/g) ?? []
  return cells.map((cell) => readInlines(cell.trim()))
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
