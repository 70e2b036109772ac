'use client'

import { lazyModule } from '@/components/ui/lazy-module'
import type { YourPagesProps } from './your-pages-list'

const useList = lazyModule(() => import('./your-pages-list'))

/** What only the browser knows goes before what the server found. */
export function YourPages(props: YourPagesProps) {
  const { module } = useList(true)
  return module ? <module.YourPagesList {...props} /> : props.children
}
