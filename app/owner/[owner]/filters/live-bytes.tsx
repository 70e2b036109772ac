'use client'

import { useEffect, useRef, useState } from 'react'
import { lazyModule } from '../../../../components/ui/lazy-module'

const useTypedBytes = lazyModule(() => import('./typed-bytes'))

/**
 * Shows beneath its form what the typed bytes are, as they are typed, and holds back what the server would refuse. Loaded
 * when the form is first used; until then, and without scripts, the server alone says it.
 */
export function LiveBytes({ id }: { id: string }) {
  const place = useRef<HTMLOutputElement>(null)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const { module } = useTypedBytes(form !== null)

  useEffect(() => {
    const around = place.current?.closest('form')
    if (!around) return
    const onUse = () => setForm(around)
    // Used before scripts ran: nobody heard of it.
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
