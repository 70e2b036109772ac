'use client'

import { useEffect, useRef, useState } from 'react'
import { lazyModule } from '../../../../components/ui/lazy-module'

const useTypedBytes = lazyModule(() => import('./typed-bytes'))

/**
 * Validates typed bytes live, and blocks what the server would refuse. Loaded on first use; before, and without scripts, the
 * server reports it.
 */
export function LiveBytes({ id }: { id: string }) {
  const place = useRef<HTMLOutputElement>(null)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const { module } = useTypedBytes(form !== null)

  useEffect(() => {
    const around = place.current?.closest('form')
    if (!around) return
    const onUse = () => setForm(around)
    // Focused before scripts ran, so no event was seen.
    if (around.contains(document.activeElement)) onUse()
    around.addEventListener('focusin', onUse)
    return () => around.removeEventListener('focusin', onUse)
  }, [])

  return (
    <output ref={place} id={id} className="block min-h-5 pt-2 text-sm text-muted">
      {module && form && <module.TypedBytes form={form} />}
    </output>
  )
}
