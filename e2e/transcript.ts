import type { Page } from '@playwright/test'

/* The browser's accessibility tree from top to bottom. Controls are in brackets; cells begin with their column. */

interface AxNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  value?: { value: unknown }
  properties?: { name: string; value: { value: unknown } }[]
  childIds?: string[]
}

const INLINE: Readonly<Record<string, string>> = {
  link: 'link',
  button: 'button',
  DisclosureTriangle: 'disclosure',
  image: 'picture',
  searchbox: 'search field',
  textbox: 'field',
  combobox: 'choice',
  slider: 'slider',
  spinbutton: 'number field',
  checkbox: 'box',
  radio: 'choice of one',
  switch: 'switch',
}

const ENTERED: Readonly<Record<string, string>> = {
  alert: 'alert',
  banner: 'banner',
  caption: 'caption',
  complementary: 'aside',
  contentinfo: 'foot',
  DescriptionList: 'facts',
  dialog: 'dialog',
  figure: 'figure',
  form: 'form',
  group: 'group',
  list: 'list',
  main: 'main',
  navigation: 'navigation',
  region: 'region',
  search: 'search',
  status: 'status',
}

const LINES = ['paragraph', 'listitem', 'term', 'definition', 'DescriptionListTerm', 'DescriptionListDetail']

const MAX_ROWS = 3

export async function transcriptOf(page: Page): Promise<string> {
  // The framework's announcement of a navigation is transient: announcements.spec.ts checks it.
  await page.evaluate(() => document.querySelector('next-route-announcer')?.remove())
  const session = await page.context().newCDPSession(page)
  // Once read, the tree is kept until it is disabled, even by a detached session; Chromium 156 crashes in one layout of
  // a hundred that has to update it.
  await session.send('Accessibility.enable')
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] }
  await session.send('Accessibility.disable')
  await session.detach()
  const transcript = new Transcript(nodes)
  return `page: ${await page.title()}\n${transcript.text}\n`
}

class Transcript {
  readonly #tree: ReadonlyMap<string, AxNode>
  readonly #lines: string[] = []
  #line = ''
  #depth = 0

  constructor(nodes: readonly AxNode[]) {
    this.#tree = new Map(nodes.map((node) => [node.nodeId, node]))
    const [root] = nodes
    if (!root) throw new Error('the page has no accessibility tree')
    this.#read(root)
    this.#end()
  }

  get text(): string {
    return this.#lines.join('\n')
  }

  #read(node: AxNode): void {
    const role = node.role?.value ?? ''
    if (role === 'InlineTextBox' || role === 'ListMarker') return
    if (node.ignored) this.#inside(node)
    else if (role === 'StaticText') this.#text(node)
    else if (role === 'LineBreak') this.#line += ' '
    else if (role === 'table' || role === 'grid') this.#table(node)
    else if (role === 'heading') this.#block(node, `heading ${propertyOf(node, 'level')}: ${nameOf(node)}`, false)
    else if (role in INLINE) this.#line += ` [${[INLINE[role], nameOf(node), ...statesOf(node)].join(' ').trim()}]`
    else if (role in ENTERED) this.#block(node, [ENTERED[role], nameOf(node)].join(' ').trim())
    else if (LINES.includes(role)) this.#block(node, null)
    else this.#inside(node)
  }

  /** The tree keeps no white space between pieces of text. The pieces of a shortened identifier have none. */
  #text(node: AxNode): void {
    const text = nameOf(node)
    const goesOn = /[1-9A-HJ-NP-Za-km-z]{8}$/.test(this.#line) && /^[1-9A-HJ-NP-Za-km-z]{8,}$/.test(text)
    this.#line += `${goesOn ? '' : ' '}${text}`
  }

  #inside(node: AxNode): void {
    for (const id of node.childIds ?? []) {
      const child = this.#tree.get(id)
      if (child) this.#read(child)
    }
  }

  #block(node: AxNode, head: string | null, enters = true): void {
    this.#end()
    const before = this.#lines.length
    if (head !== null) this.#lines.push(`${'  '.repeat(this.#depth)}${head}`)
    if (!enters) return
    if (head !== null) this.#depth++
    this.#inside(node)
    this.#end()
    if (head !== null) this.#depth--
    if (head !== null && this.#lines.length === before + 1) this.#lines.pop()
  }

  #end(): void {
    const line = this.#line
      .replace(/\s+/g, ' ')
      .replace(/ ([,.;:)”])/g, '$1')
      .trim()
    this.#line = ''
    if (line !== '') this.#lines.push(`${'  '.repeat(this.#depth)}${line}`)
  }

  #table(table: AxNode): void {
    this.#end()
    const indent = '  '.repeat(this.#depth)
    const rows = this.#below(table, ['row'])
    const [head] = rows
    const columns = head ? this.#below(head, ['columnheader']).map((cell) => this.#textOf(cell)) : []
    this.#lines.push(`${indent}table ${nameOf(table) || 'WITHOUT A NAME'}: ${columns.join(' | ')}`)
    for (const caption of this.#below(table, ['caption'])) this.#lines.push(`${indent}  ${this.#textOf(caption)}`)
    const body = columns.length > 0 ? rows.slice(1) : rows
    for (const row of body.slice(0, MAX_ROWS)) {
      const cells = this.#below(row, ['cell', 'gridcell', 'rowheader'])
      if (cells.length === 1 && columns.length > 1) {
        this.#depth++
        for (const cell of cells) this.#inside(cell)
        this.#end()
        this.#depth--
        continue
      }
      const labelled = cells.map((cell, i) => [columns[i], this.#textOf(cell)].filter(Boolean).join(': '))
      this.#lines.push(`${indent}  row ${labelled.join(' | ')}`)
    }
    if (body.length > MAX_ROWS) this.#lines.push(`${indent}  … ${body.length - MAX_ROWS} more rows`)
  }

  #below(node: AxNode, roles: readonly string[]): AxNode[] {
    return (node.childIds ?? []).flatMap((id) => {
      const child = this.#tree.get(id)
      if (!child) return []
      const role = child.ignored ? '' : (child.role?.value ?? '')
      if (roles.includes(role)) return [child]
      return role === 'table' ? [] : this.#below(child, roles)
    })
  }

  #textOf(cell: AxNode): string {
    const from = this.#lines.length
    this.#inside(cell)
    this.#end()
    return this.#lines
      .splice(from)
      .map((line) => line.trim())
      .join(' ')
  }
}

const nameOf = (node: AxNode) => node.name?.value.replace(/\s+/g, ' ').trim() ?? ''

const propertyOf = (node: AxNode, name: string) =>
  node.properties?.find((property) => property.name === name)?.value.value

function statesOf(node: AxNode): string[] {
  const expanded = propertyOf(node, 'expanded')
  const pressed = propertyOf(node, 'pressed')
  const value = propertyOf(node, 'valuetext') || node.value?.value
  return [
    value ? `“${value}”` : '',
    propertyOf(node, 'disabled') === true ? '(unavailable)' : '',
    expanded === undefined ? '' : expanded === true ? '(open)' : '(closed)',
    pressed === undefined || pressed === '' ? '' : String(pressed) === 'true' ? '(pressed)' : '(not pressed)',
    propertyOf(node, 'invalid') === 'true' ? '(invalid)' : '',
  ].filter(Boolean)
}
