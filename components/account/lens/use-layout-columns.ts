import { lazyModule } from '../../ui/lazy-module'
import type { UsedLayout } from './used-layout'

/** What draws the columns of a layout; null while it is being loaded. */
export type LayoutColumns = typeof import('./layout-columns')

const useColumns = lazyModule<LayoutColumns>(() => import('./layout-columns'))

/** The drawing of a layout's columns, null where the address names no layout. For the tables. */
export function useLayoutColumns({ text }: UsedLayout): LayoutColumns | null {
  const { module } = useColumns(text !== null)
  return text === null ? null : module
}
