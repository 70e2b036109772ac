'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Serves every link of link.tsx: a plain click changes the page in place, any other is the browser's. */
export function LinkListener() {
  const router = useRouter()
  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const { target } = event
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link]') : null
      if (!link || link.origin !== location.origin || (link.target && link.target !== '_self')) return
      event.preventDefault()
      router.push(link.href.slice(link.origin.length), { scroll: link.dataset.link !== 'keep-scroll' })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [router])
  return null
}
