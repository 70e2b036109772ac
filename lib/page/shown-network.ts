import type { Cluster } from './address'

export interface ShownNetwork {
  name: string
  label?: string
  /** What its demo data is; null: it has none. */
  demo?: string | null
  cluster: Cluster
  all: { name: string; href: string; current: boolean }[]
}
