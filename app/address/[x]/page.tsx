import { redirect } from 'next/navigation'
import { searchHref } from '@/lib/page/address'
import { firstOf } from '@/lib/page/address-reader'
import { percentDecoded } from '@/lib/platform/percent-decoded'

/** /address/[x]: the path other explorers use. Resolves as a search does. design.md 4.3. */
export default async function AddressPage({ params, searchParams }: PageProps<'/address/[x]'>) {
  const { x } = await params
  const cluster = firstOf(await searchParams, 'cluster') ?? undefined
  redirect(searchHref(percentDecoded(x), cluster))
}
