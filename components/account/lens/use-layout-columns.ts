import { lazyModule } from '../../ui/lazy-module'
import type { UsedLayout } from './used-layout'

export type LayoutColumns = typeof import('./layout-columns')

const useColumns = lazyModule<LayoutColumns>(() => import('./layout-columns'))

export function useLayoutColumns({ text }: UsedLayout): LayoutColumns | null {
  const { module } = useColumns(text !== null)
  return text === null ? null : module
}
