import { useEffect } from 'react'

/**
 * Keeps the tab's title current while a page renews itself. On each render: the title of the framework may come later than the
 * first one.
 */
export function useTitle(title: string | null): void {
  useEffect(() => {
    const whole = `${title} · Leafscan`
    if (title !== null && document.title !== whole) document.title = whole
  })
}
