'use client'

import { useEffect, useRef, useState } from 'react'
import type { BytesPreview } from './bytes-preview'

/**
 * Shows beneath its form what the typed bytes are, as they are typed, and holds back what the server would refuse. The
 * reading of bytes loads when the form is first used; until then, and without scripts, the server alone says it.
 */
export function LiveBytes({ id }: { id: string }) {
  const place = useRef<HTMLOutputElement>(null)
  const [preview, setPreview] = useState<BytesPreview | null>(null)

  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    let read: ((data: FormData) => BytesPreview) | null = null
    let unmounted = false

    async function show(event: Event) {
      // What the server said of the field is about what stood there before.
      if (event.type === 'input' && event.target instanceof Element) forget(event.target)
      read ??= (await import('./bytes-preview')).previewOf
      if (!unmounted && form) setPreview(read(new FormData(form)))
    }

    function hold(event: SubmitEvent) {
      const now = form && read?.(new FormData(form))
      if (!now || now.ok) return
      event.preventDefault()
      setPreview({ ...now, empty: false })
      const field = document.getElementById(now.field)
      field?.setAttribute('aria-invalid', 'true')
      field?.focus()
    }

    const onUse = (event: Event) => void show(event)
    form.addEventListener('focusin', onUse)
    form.addEventListener('input', onUse)
    form.addEventListener('submit', hold)
    return () => {
      unmounted = true
      form.removeEventListener('focusin', onUse)
      form.removeEventListener('input', onUse)
      form.removeEventListener('submit', hold)
    }
  }, [])

  return (
    <output ref={place} id={id} className="block min-h-5 pt-2 text-sm text-muted">
      {preview === null ? null : preview.ok ? (
        <>
          {preview.length}: <bdi className="id text-ink">{preview.hex}</bdi>, sent as{' '}
          <bdi className="id text-ink">{preview.base58}</bdi>
        </>
      ) : preview.empty ? (
        'Shows what you type, byte by byte.'
      ) : (
        <span className="text-doubt">{preview.message}</span>
      )}
    </output>
  )
}

function forget(field: Element): void {
  field.removeAttribute('aria-invalid')
  document.getElementById(`${field.id}-error`)?.setAttribute('hidden', '')
}
