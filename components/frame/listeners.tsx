'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState, useTransition } from 'react'
import { copyText } from '../ui/copy-text'

const SHOWN_FOR_MS = 1_500

/**
 * One listener for all links of link.tsx and all copy and share buttons. Modified clicks stay with the browser. Pages carry their
 * rows in their HTML, so nothing but the notice is visible until a slow one comes. design.md 2 (6).
 */
export function Listeners() {
  const router = useRouter()
  const [isLeaving, start] = useTransition()
  const [message, setMessage] = useState('')
  const [menu, setMenu] = useState<ReactNode>(null)

  useEffect(() => {
    async function press(button: HTMLElement) {
      if (button.dataset.share) {
        return import('./share-menu').then(
          ({ ShareMenu }) => setMenu(<ShareMenu button={button} onClose={() => setMenu(null)} />),
          () => setMessage('Could not load the share menu'),
        )
      }
      const what = button.getAttribute('aria-label')?.replace(/^Copy /, '') ?? 'text'
      if (!(await copyText(button.dataset.copy ?? ''))) return setMessage(`The browser blocked copying the ${what}`)
      button.dataset.copied = ''
      setMessage(`Copied ${what}`)
      setTimeout(() => {
        delete button.dataset.copied
        setMessage('')
      }, SHOWN_FOR_MS)
    }
    function onClick(event: MouseEvent) {
      const { target } = event
      const element =
        target instanceof Element ? target.closest<HTMLElement>('a[data-link], [data-copy], [data-share]') : null
      if (!(element instanceof HTMLAnchorElement)) return void (element && press(element))
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      // habits.tsx answers, after all others.
      if (!navigator.onLine) return
      event.preventDefault()
      const scroll = element.dataset.link !== 'keep-scroll'
      start(() => router.push(element.href.slice(element.origin.length), { scroll }))
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [router])

  return (
    <>
      <div role="status" className="sr-only">
        {message}
      </div>
      <div role="status" className="still-waiting">
        {isLeaving && <span className="panel">Still waiting for the indexer…</span>}
      </div>
      {menu}
    </>
  )
}
