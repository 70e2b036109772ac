import { isAddedParam } from '@/lib/api/added-params'

export function linkWithSlot(address: string, slot: string | null): string {
  const url = new URL(address)
  for (const [name, value] of [...url.searchParams]) if (isAddedParam(name, value)) url.searchParams.delete(name)
  url.searchParams.delete('takenAt')
  if (slot !== null) url.searchParams.set('takenAt', slot)
  return url.href
}
