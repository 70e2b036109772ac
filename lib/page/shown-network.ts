import type { Cluster } from './address'

export interface ShownNetwork {
  name: string
  label?: string
  cluster: Cluster
  all: { name: string; href: string; current: boolean }[]
}
