'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from '../ui/copy-text'

/** Client-side navigation for every link of link.tsx; modified clicks stay with the browser. */
export function LinkListener() {
  const router = useRouter()
  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const { target } = event
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link]') : null
      if (!link) return
      event.preventDefault()
      router.push(link.href.slice(link.origin.length), { scroll: link.dataset.link !== 'keep-scroll' })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [router])
  return null
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
