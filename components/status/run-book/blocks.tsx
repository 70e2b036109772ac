import { createElement, Fragment, type ReactNode } from 'react'
import { VerdictList } from '../verdict-list'
import { Inlines } from './inlines'
import { type Block, type Inline, plainText } from './markdown'
import { verdictsIn } from './run-book'

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return createElement(Fragment, null, ...blocks.map(elementOf))
}

function elementOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h4 id={block.id}>{block.text}</h4>
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'list':
      return (
        <ul className="list-disc space-y-1 ps-5">
          {block.items.map((item) => (
            <li key={plainText(item)}>
              <Inlines inlines={item} />
            </li>
          ))}
        </ul>
      )
    case 'code':
      return (
        <pre className="whitespace-pre-wrap wrap-anywhere rounded bg-sunken p-2 font-mono text-xs">{block.text}</pre>
      )
    case 'table': {
      const verdicts = verdictsIn(block)
      return verdicts.length > 0 ? <VerdictList entries={verdicts} anchors /> : <TermList rows={block.rows} />
    }
  }
}

function TermList({ rows }: { rows: readonly Inline[][][] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(([term = [], ...cells]) => (
        <div key={plainText(term)} className="grid gap-x-6 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt className="wrap-anywhere font-semibold">
            <Inlines inlines={term} />
          </dt>
          {cells.map((cell) => (
            <dd key={plainText(cell)}>
              <Inlines inlines={cell} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
