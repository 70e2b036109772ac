import type { Cluster } from '../../page/address'
import { type ListAddress, type ListParams, listHref } from './list-address'

/** The address of the latest signatures, without a place in them. */
export function latestList(cluster: Cluster): ListAddress {
  return { path: '/latest', narrowed: {}, cluster }
}

/** A page of the latest signatures. */
export function latestHref(place: ListParams = {}, cluster?: Cluster): string {
  return listHref(latestList(cluster), place)
}
