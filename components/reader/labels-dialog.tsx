import { type FormEvent, useRef, useState } from 'react'
import { VERBATIM } from '@/components/ui/verbatim'
import { ownMember } from '@/lib/platform/own-member'
import { saveBlob } from '../ui/save-blob'
import { MAX_FILE_BYTES, mergeLabelsFile, writeLabelsFile } from './labels-file'
import { Modal } from './modal'
import { importSaved, isNameable, savedPages, setLabel, useSavedPages } from './saved-pages'
import * as words from './words'

const FILE_NAME = 'leafscan-labels.json'

export function LabelsDialog({ text, onClose }: { text: string; onClose(): void }) {
  const { labels, watched, persisted } = useSavedPages()
  const [message, setMessage] = useState('')
  const [typed, setTyped] = useState({ text, label: ownMember(labels, text) ?? '' })
  const file = useRef<HTMLInputElement>(null)
  const named = Object.entries(labels).sort(([, a], [, b]) => a.localeCompare(b, 'en'))

  function submit(event: FormEvent) {
    event.preventDefault()
    const subject = typed.text.trim()
    if (!isNameable(subject)) return setMessage(words.notNameable)
    if (!setLabel(subject, typed.label)) return setMessage(words.tooManyLabels)
    setMessage(typed.label.trim() === '' ? words.labelRemoved : words.labelSaved)
  }

  async function importFile(chosen: File | undefined) {
    if (!chosen) return
    // One byte too many suffices to reject a file.
    const { merged, message } = mergeLabelsFile(savedPages(), await chosen.slice(0, MAX_FILE_BYTES + 1).text())
    if (merged) importSaved(merged)
    setMessage(message)
    if (file.current) file.current.value = ''
  }

  return (
    <Modal title="Labels and watchlist" onClose={onClose}>
      <form className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end" onSubmit={submit}>
        <label>
          Address, hash or signature
          <input
            className="field mt-1"
            value={typed.text}
            {...VERBATIM}
            onChange={({ target }) =>
              setTyped({ text: target.value, label: ownMember(labels, target.value.trim()) ?? typed.label })
            }
          />
        </label>
        <label>
          Your label
          <input
            className="field mt-1"
            value={typed.label}
            maxLength={40}
            autoComplete="off"
            data-first={text === '' ? undefined : ''}
            onChange={({ target }) => setTyped({ ...typed, label: target.value })}
          />
        </label>
        <button type="submit" className="button min-h-9!">
          Save
        </button>
      </form>
      <p role="status" className="min-h-5 pt-2 text-muted">
        {message}
      </p>
      {named.length > 0 && (
        <ul aria-label="Labels" className="mt-2 divide-y divide-line border-y border-line">
          {named.map(([of, label]) => (
            <li key={of} className="flex items-center gap-3 py-1">
              <span className="min-w-0 flex-1">
                <bdi className="font-semibold">{label}</bdi>
                <bdi dir="ltr" className="id block text-muted">
                  {of}
                </bdi>
              </span>
              <button
                type="button"
                className="button"
                aria-label={`Remove label ${label}`}
                onClick={() => {
                  setLabel(of, '')
                  setMessage(words.labelRemoved)
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="pt-3 text-muted">{words.labelsStay(persisted, named.length, watched.length)}</p>
      <div className="flex flex-wrap items-center gap-2 pt-2">
        <button
          type="button"
          className="button"
          disabled={named.length + watched.length === 0}
          onClick={() => {
            saveBlob(FILE_NAME, 'application/json', writeLabelsFile({ labels, watched }, Date.now()))
            setMessage(words.fileSaved(FILE_NAME))
          }}
        >
          Save to a file
        </button>
        <button type="button" className="button" onClick={() => file.current?.click()}>
          Add from a file
        </button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          className="hidden"
          aria-label="File with labels and watchlist"
          tabIndex={-1}
          onChange={({ target }) => void importFile(target.files?.[0])}
        />
      </div>
      <p className="pt-2 text-xs text-muted">{words.importing}</p>
    </Modal>
  )
}
