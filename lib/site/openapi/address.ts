import { type Cluster, helpHref } from '../../page/address'

export function apiHelpHref(cluster?: Cluster): string {
  return helpHref(cluster).replace('/help', '/help/api')
}
