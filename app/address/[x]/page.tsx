import { redirect } from 'next/navigation'
import { percentDecoded } from '@/lib/percent-decoded'
import { searchHref } from '@/lib/urls/links'

/** /address/[x]: the path other explorers use. Resolves as a search does. design.md 4.3. */
export default async function AddressPage({ params, searchParams }: PageProps<'/address/[x]'>) {
  const { x } = await params
  const { cluster } = await searchParams
  redirect(searchHref(percentDecoded(x), [cluster].flat()[0] || undefined))
}
