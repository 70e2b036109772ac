'use client'

import { type ComponentType, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { Cluster } from '@/lib/page/address'
import { Icon } from '../ui/icon'
import { whenIdle } from '../ui/when-idle'
import type { CommandMenuProps } from './command-menu'

/** Loads background behaviour when the browser is idle; the page works without it. */
export function IdleHabits() {
  const [Habits, setHabits] = useState<ComponentType | null>(null)
  useEffect(() => {
    whenIdle(() => void import('./habits').then((loaded) => setHabits(() => loaded.Habits)))
  }, [])
  return Habits && <Habits />
}

/** `/` outside of text fields, ctrl-K and cmd-K anywhere. The menu is loaded when it first opens. features.md a34. */
export function CommandMenuOpener({ network, cluster }: { network: string; cluster: Cluster }) {
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps> | null>(null)
  const [openCount, setOpenCount] = useState(0)
  const open = useCallback(() => {
    setOpenCount((times) => times + 1)
    import('./command-menu').then(
      ({ CommandMenu }) => setMenu(() => CommandMenu),
      // The chunk is gone (offline or redeployed): open the search page instead.
      () => location.assign('/search'),
    )
  }, [])

  // Layout effect: a later one would miss a key pressed right after load.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.altKey || !isAsking(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])

  return (
    <>
      <button
        type="button"
        className="button needs-script px-1.5! sm:px-2!"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        title="Menu ( / or ctrl-K )"
        onClick={open}
      >
        <Icon d="M2 4h12M2 8h12M2 12h7" />
        <span className="sr-only">Menu</span>
        <span className="hidden font-mono text-xs text-muted lg:inline" aria-hidden="true">
          /
        </span>
      </button>
      {Menu && <Menu openCount={openCount} network={network} cluster={cluster} />}
    </>
  )
}

function isAsking({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !(target instanceof HTMLElement && isField(target))
}

function isField(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches('input, textarea, select')
}
