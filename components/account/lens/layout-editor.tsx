import { type FormEvent, useId, useState } from 'react'
import { formatLayout, type LayoutProblem, parseLayout } from '@/lib/account/lens/layout'
import { formatCount } from '@/lib/format/numbers'
import { setLayout } from './layout-store'
import type { UsedLayout } from './used-layout'

const EXAMPLE = 'amount: u64\nowner: pubkey\nflag: bool\nname: bytes[8]\ntext[16]'

/** The layout is stored in the URL fragment, which is never sent to the server. */
export function LayoutEditor({ layout, inRows }: { layout: UsedLayout; inRows: boolean }) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly LayoutProblem[] | null>(null)
  const [message, setMessage] = useState('')
  const applied = layout.text
  const text = draft ?? (layout.fields.length > 0 ? formatLayout(layout.fields) : (applied ?? ''))
  const shown = problems ?? layout.problems

  function apply(event: FormEvent) {
    event.preventDefault()
    const parsed = parseLayout(text)
    setProblems(parsed.ok ? null : parsed.problems)
    if (!parsed.ok) return
    const count = formatCount(parsed.fields.length, inRows ? 'column' : 'field')
    put(formatLayout(parsed.fields), `Applied: ${count}${inRows ? ' in every row' : ''}`)
  }

  function remove() {
    setProblems(null)
    put(null, 'Layout removed')
  }

  function put(layout: string | null, done: string) {
    setLayout(layout)
    setDraft(null)
    setMessage(done)
  }

  return (
    <details className="pt-4" open={applied !== null || undefined}>
      <summary className="cursor-pointer">
        <h2 className="eyebrow inline">Your field layout</h2>
      </summary>
      <form onSubmit={apply} className="pt-2">
        <label htmlFor={id} className="block">
          One field per line, in byte order
        </label>
        <p
          id={`${id}-how`}
          className="max-w-prose text-muted"
        >{`Name and type: u8 to u128, i8 to i128, bool, pubkey, bytes[n], text[n], option<type>; little-endian, as in Borsh. ${inRows ? 'Shown as columns of every row. ' : ''}Stored in this page’s address after the #: shareable, never sent to the server.`}</p>
        <textarea
          id={id}
          className="field mt-1 min-h-32 max-w-xl resize-y py-2! font-mono text-sm!"
          value={text}
          placeholder={EXAMPLE}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={shown.length > 0}
          aria-describedby={shown.length > 0 ? `${id}-problems ${id}-how` : `${id}-how`}
          onChange={(event) => {
            setDraft(event.target.value)
            setProblems(problems === null ? null : [])
          }}
        />
        {shown.length > 0 && (
          <ul id={`${id}-problems`} role="alert" className="text-fail">
            {shown.map(({ line, message }) => (
              <li key={`${line} ${message}`}>{`Line ${line}: ${message}`}</li>
            ))}
          </ul>
        )}
        <p className="flex flex-wrap items-center gap-2 pt-2">
          <button type="submit" className="button">
            {inRows ? 'Apply to all rows' : 'Apply'}
          </button>
          {applied !== null && (
            <button type="button" className="button" onClick={remove}>
              Remove layout
            </button>
          )}
          <span role="status" className="text-muted">
            {message}
          </span>
        </p>
      </form>
    </details>
  )
}
