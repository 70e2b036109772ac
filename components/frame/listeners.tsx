'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState, useTransition } from 'react'
import { copyText } from '../ui/copy-text'
import { useSlow } from '../ui/use-slow'

/**
 * Client-side navigation for every link of link.tsx; modified clicks stay with the browser. Pages carry their rows in their HTML,
 * so nothing else is visible until a slow one comes. design.md 2 (6).
 */
export function LinkListener() {
  const router = useRouter()
  const [isLeaving, start] = useTransition()
  const isSlow = useSlow(isLeaving)
  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const { target } = event
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link]') : null
      if (!link) return
      event.preventDefault()
      const scroll = link.dataset.link !== 'keep-scroll'
      start(() => router.push(link.href.slice(link.origin.length), { scroll }))
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [router])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-12 z-30 flex justify-center">
      {isSlow && <span className="panel px-4 py-2 text-sm shadow-lg">Still waiting for the indexer…</span>}
    </div>
  )
}

const SHOWN_FOR_MS = 1_500

/** Handles every copy button, announces copies, and loads the share menu on demand. */
export function CopyListener() {
  const [message, setMessage] = useState('')
  const [menu, setMenu] = useState<ReactNode>(null)

  useEffect(() => {
    async function onClick(event: MouseEvent) {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy], [data-share]') : null
      if (!button) return
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
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])

  return (
    <>
      <div role="status" className="sr-only">
        {message}
      </div>
      {menu}
    </>
  )
}
