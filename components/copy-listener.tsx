'use client'

import { useEffect, useState } from 'react'

const SHOWN_FOR_MS = 1_500

/** Serves every copy button on the page and says aloud what was copied. */
export function CopyListener() {
  const [said, setSaid] = useState('')

  useEffect(() => {
    async function onClick(event: MouseEvent) {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
      if (!button) return
      const what = button.getAttribute('aria-label')?.replace(/^Copy /, '') ?? 'text'
      try {
        await navigator.clipboard.writeText(button.dataset.copy ?? '')
        button.dataset.copied = ''
        setSaid(`Copied ${what}`)
        setTimeout(() => {
          delete button.dataset.copied
          setSaid('')
        }, SHOWN_FOR_MS)
      } catch {
        setSaid(`The browser did not allow copying the ${what}`)
      }
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])

  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  )
}
