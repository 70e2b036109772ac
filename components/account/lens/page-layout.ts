import { type Address, LayoutInAddress } from './layout-in-address'

const address: Address = {
  pathname: () => window.location.pathname,
  fragment: () => window.location.hash,
  setFragment(fragment) {
    const { pathname, search } = window.location
    window.history.replaceState(null, '', `${pathname}${search}${fragment}`)
  },
  watch(changed) {
    window.addEventListener('hashchange', changed)
    window.addEventListener('popstate', changed)
    return () => {
      window.removeEventListener('hashchange', changed)
      window.removeEventListener('popstate', changed)
    }
  },
}

export const pageLayout = new LayoutInAddress(address, async () => (await import('./read-rows')).layoutOf)
