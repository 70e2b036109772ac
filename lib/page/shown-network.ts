import type { Cluster } from './address'

/** The network a page looks at, as far as readers may know it. */
export interface ShownNetwork {
  name: string
  /** What the choice of networks shows instead of the name, where the page is about several. */
  label?: string
  /** What links carry: undefined for the default network. */
  cluster: Cluster
  /** Every network of this explorer with the link that leads to the same place there. */
  all: { name: string; href: string; current: boolean }[]
}
