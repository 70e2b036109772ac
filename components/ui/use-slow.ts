import { useEffect, useState } from 'react'

/** True after more than a second. */
export function useSlow(underWay: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setSlow(true), 1_000)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [underWay])
  return slow
}
