import { createElement, Fragment, type ReactNode } from 'react'
import { runBookAnchor } from '@/lib/status/run-book-address'

/* Files of docs/ as elements, by the subset of Markdown that they use. Images are omitted: they belong to the repository. */

interface Section {
  title: string
  id: string
  content: ReactNode
}

/** A level-2 section, with its level-3 sections. */
export interface GuidePart extends Section {
  sections: Section[]
}

export function readGuide(markdown: string): { intro: ReactNode; parts: GuidePart[] } {
  const [intro = '', ...parts] = markdown.replace(/^# .*\n/, '').split(/^## /m)
  return {
    intro: contentOf(intro),
    parts: parts.map((part) => {
      const [own = '', ...sections] = part.split(/^### /m)
      return { ...sectionOf(own), sections: sections.map(sectionOf) }
    }),
  }
}

function sectionOf(text: string): Section {
  const [title = '', ...lines] = text.split('\n')
  // Same anchors as repository hosts generate.
  const id = title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
  return { title: title.replaceAll('`', ''), id, content: contentOf(lines.join('\n')) }
}

function contentOf(markdown: string): ReactNode {
  return joined(markdown.split(/^(```[\s\S]*?^```$)/m).flatMap(blocksOf))
}

function blocksOf(text: string): ReactNode[] {
  if (text.startsWith('```')) {
    const code = text.replace(/^```.*\n|\n```$/g, '')
    return [
      <pre key="code" className="whitespace-pre-wrap wrap-anywhere rounded bg-sunken p-2 font-mono text-xs">
        {code}
      </pre>,
    ]
  }
  const blocks = text.split(/\n{2,}/).map((block) => block.trim())
  return blocks.filter((block) => block !== '').map(blockOf)
}

function blockOf(block: string): ReactNode {
  if (block.startsWith('|')) return tableOf(block.split('\n').map(cellsOf))
  if (!block.startsWith('- ')) return <p>{inline(block)}</p>
  const items = block.slice(2).split('\n- ')
  return (
    <ul className="list-disc space-y-1 ps-5">
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as below
        <li key={i}>{inline(item)}</li>
      ))}
    </ul>
  )
}

function cellsOf(line: string): string[] {
  const cells = line.replace(/^\||\|\s*$/g, '').match(/(?:`[^`]*`|[^|`])+/g) ?? []
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** A list of terms, which fits on a phone. Verdicts have anchors. */
function tableOf([head = [], , ...rows]: string[][]): ReactNode {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(([term = '', ...cells], row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a guide's rows never change, and a text as key is sent again
          key={row}
          id={head[0] === 'Verdict' ? runBookAnchor(term.replaceAll('`', '')) : undefined}
          className="-mx-2 grid scroll-mt-4 gap-x-6 px-2 py-2 target:bg-sunken sm:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <dt className="wrap-anywhere font-semibold">{inline(term)}</dt>
          {cells.map((cell, i) => (
            <dd key={head[i + 1]} className="sm:col-start-2">
              {i > 0 && <span className="text-muted">{`${head[i + 1]}: `}</span>}
              {inline(cell)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

const MARKS = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

function inline(text: string): ReactNode {
  const line = text.replace(/\s*\n\s*/g, ' ')
  let at = 0
  const nodes: ReactNode[] = []
  for (const found of line.matchAll(MARKS)) {
    nodes.push(line.slice(at, found.index), markOf(found))
    at = found.index + found[0].length
  }
  return joined([...nodes, line.slice(at)])
}

function markOf([, code, strong, emphasis, bang, label = '', href = '']: RegExpExecArray): ReactNode {
  if (code) return <code className="wrap-anywhere rounded bg-sunken px-1 font-mono text-[0.9em]">{code}</code>
  if (strong) return <strong>{inline(strong)}</strong>
  if (emphasis) return <em>{inline(emphasis)}</em>
  if (bang) return null
  if (/^[#/]/.test(href)) return <a href={href}>{inline(label)}</a>
  // A repository file, which users of the page may not have: no link.
  if (!/^https?:/.test(href)) return <span className="font-mono text-[0.9em]">{inline(label)}</span>
  return (
    <a href={href} rel="noopener noreferrer">
      {inline(label)}
    </a>
  )
}

/** Without keys: the document does not change. */
function joined(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes)
}
