import { isAdded } from '@/lib/api/added-params'

/** The address of this page as a link that says at which slot it was taken; null: the slot is not known. */
export function takenLink(address: string, slot: string | null): string {
  const url = new URL(address)
  for (const [name, value] of [...url.searchParams]) if (isAdded(name, value)) url.searchParams.delete(name)
  url.searchParams.delete('takenAt')
  if (slot !== null) url.searchParams.set('takenAt', slot)
  return url.href
}
