import { useEffect, useState } from 'react'
import { type BytesPreview, previewOf } from './bytes-preview'

export function TypedBytes({ form }: { form: HTMLFormElement }) {
  const [preview, setPreview] = useState<BytesPreview>(() => previewOf(new FormData(form)))

  useEffect(() => {
    function show(event: Event) {
      if (event.target instanceof Element) forget(event.target)
      setPreview(previewOf(new FormData(form)))
    }

    function hold(event: SubmitEvent) {
      const now = previewOf(new FormData(form))
      if (now.ok) return
      event.preventDefault()
      setPreview({ ...now, empty: false })
      const field = document.getElementById(now.field)
      field?.setAttribute('aria-invalid', 'true')
      field?.focus()
    }

    form.addEventListener('input', show)
    // Typed between the first render and this effect, so no event was seen.
    setPreview(previewOf(new FormData(form)))
    form.addEventListener('submit', hold)
    return () => {
      form.removeEventListener('input', show)
      form.removeEventListener('submit', hold)
    }
  }, [form])

  if (!preview.ok) {
    return preview.empty ? 'Shows what you type, byte by byte.' : <span className="text-doubt">{preview.message}</span>
  }
  return (
    <>
      <span>{`${preview.length}:`}</span> <bdi className="id text-ink">{preview.hex}</bdi>
      <span>, sent as</span> <bdi className="id text-ink">{preview.base58}</bdi>
    </>
  )
}

function forget(field: Element): void {
  field.removeAttribute('aria-invalid')
  document.getElementById(`${field.id}-error`)?.setAttribute('hidden', '')
}
