import { type FormEvent, useId, useState } from 'react'
import { formatLayout, type LayoutProblem, parseLayout } from '@/lib/account/lens/layout'
import { isIdlText } from '@/lib/account/lens/layout-fragment'
import { capitalize } from '@/lib/format/text'
import { setLayout } from './layout-store'
import { layoutOf } from './read-rows'
import type { UsedLayout } from './used-layout'
import * as words from './words'

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
    if (isIdlText(text)) {
      const { problems } = layoutOf(text)
      setProblems(problems.length > 0 ? problems : null)
      if (problems.length === 0) put(JSON.stringify(JSON.parse(text)), words.appliedIdl)
      return
    }
    const parsed = parseLayout(text)
    setProblems(parsed.ok ? null : parsed.problems)
    if (!parsed.ok) return
    put(formatLayout(parsed.fields), words.applied(parsed.fields.length, inRows))
  }

  function remove() {
    setProblems(null)
    put(null, words.removed)
  }

  function put(layout: string | null, done: string) {
    setLayout(layout)
    setDraft(null)
    setMessage(done)
  }

  return (
    <details className="pt-4" open={applied !== null || undefined}>
      <summary className="cursor-pointer">
        <h2 className="eyebrow inline">Your field layout or IDL</h2>
      </summary>
      <form onSubmit={apply} className="pt-2">
        <label htmlFor={id} className="block">
          {words.layoutRule}
        </label>
        <p id={`${id}-how`} className="max-w-prose text-muted">
          {words.layoutHow(inRows)}
        </p>
        <textarea
          id={id}
          className="field mt-1 min-h-32 max-w-xl resize-y py-2! font-mono text-sm!"
          value={text}
          placeholder={EXAMPLE}
          onDrop={(event) => {
            const [file] = event.dataTransfer.files
            if (!file) return
            event.preventDefault()
            void file.text().then(setDraft)
          }}
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
            {shown.map((problem) => (
              <li key={words.problem(problem)}>{capitalize(words.problem(problem))}</li>
            ))}
          </ul>
        )}
        <p className="flex flex-wrap items-center gap-2 pt-2">
          <button type="submit" className="button">
            {inRows ? 'Apply to all rows' : 'Apply'}
          </button>
          {applied !== null && (
            <button type="button" className="button" onClick={remove}>
              {words.removeLayout}
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
