'use client'

import { type ReactNode, useId, useState } from 'react'
import type { SharedRequest } from '../../lib/api/shared-request'
import { Modal } from '../reader/modal'
import { copyText } from '../ui/copy-text'
import { apiCurl, indexerCurl } from './curl'
import { linkWithSlot } from './taken-link'
import * as words from './words'

const MESSAGE_MS = 1_500

/** Reads the request from the button (page-head.tsx) and the slot from the page. features.md a19, a27. */
export function ShareMenu({ button, onClose }: { button: HTMLElement; onClose(): void }) {
  const [{ request, slot, address }] = useState(() => ({
    request: JSON.parse(button.dataset.share ?? '') as SharedRequest,
    slot: document.querySelector<HTMLElement>('main [data-slot]')?.dataset.slot || null,
    address: location.href,
  }))
  const [withSlot, setWithSlot] = useState(slot !== null)
  const [message, setMessage] = useState('')
  const link = linkWithSlot(address, withSlot ? slot : null)
  const { origin } = new URL(address)
  const { indexer } = request

  const copy = async (what: string, text: string) => {
    setMessage(words.copied(await copyText(text), what))
    setTimeout(() => setMessage(''), MESSAGE_MS)
  }

  return (
    <Modal title="Share this page" onClose={onClose}>
      <p role="status" className="min-h-5 text-leaf">
        {message}
      </p>
      <div className="grid gap-5">
        <section>
          <label className="eyebrow" htmlFor="share-link">
            Link
          </label>
          <input
            id="share-link"
            readOnly
            value={link}
            className="field id mt-1"
            onFocus={(event) => event.currentTarget.select()}
          />
          {slot !== null && (
            <label className="mt-2 flex min-h-6 items-start gap-2 text-sm">
              <input
                type="checkbox"
                className="mt-1 accent-leaf"
                checked={withSlot}
                onChange={(event) => setWithSlot(event.currentTarget.checked)}
              />
              <span>
                Pin to slot <span className="number">{BigInt(slot).toLocaleString('en-US')}</span> (readers see what
                changed since)
              </span>
            </label>
          )}
          <p className="mt-3 flex flex-wrap gap-2">
            <button type="button" className="button" onClick={() => void copy('link', link)}>
              Copy link
            </button>
            {'share' in navigator && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  navigator.share({ title: request.title, url: link }).catch(({ name }: DOMException) => {
                    // Closing the system's sheet is not an error.
                    if (name !== 'AbortError') setMessage(words.sharingBlocked)
                  })
                }}
              >
                Share via…
              </button>
            )}
          </p>
        </section>
        {request.api !== null && (
          <>
            <section>
              <h3 className="eyebrow">Raw data</h3>
              <ul className="mt-1 grid gap-1 text-sm">
                <li>
                  <a href={request.api}>{words.api}</a>
                  <span>{words.apiAbout}</span>
                </li>
                {request.feed !== null && (
                  <li>
                    <a href={request.feed}>Atom feed</a>
                  </li>
                )}
              </ul>
            </section>
            <Command title={words.callApi} text={apiCurl(origin + request.api)} copy={copy} />
          </>
        )}
        {indexer && (
          <Command title={words.callIndexer} text={indexerCurl(indexer.method, indexer.body)} copy={copy}>
            Set <code className="id">INDEXER_URL</code> <span>{words.baseUrl(indexer.chunked)}</span>
          </Command>
        )}
      </div>
    </Modal>
  )
}

function Command({
  title,
  text,
  copy,
  children,
}: {
  title: string
  text: string
  copy(what: string, text: string): Promise<void>
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center justify-between gap-4">
        <h3 id={id} className="eyebrow">
          {title}
        </h3>
        <button
          type="button"
          className="button"
          aria-label={`Copy command: ${title}`}
          onClick={() => void copy('command', text)}
        >
          Copy
        </button>
      </div>
      <pre className="id mt-1 rounded bg-sunken p-2 text-xs whitespace-pre-wrap">{text}</pre>
      {children && <p className="mt-1 text-sm text-muted">{children}</p>}
    </section>
  )
}
