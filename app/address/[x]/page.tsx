import { redirect } from 'next/navigation'
import { searchHref } from '@/lib/page/address'
import { firstOf } from '@/lib/page/url-reader'
import { percentDecoded } from '@/lib/platform/percent-decoded'

/** The path of other explorers; resolves as a search. design.md 4.3. */
export default async function AddressPage({ params, searchParams }: PageProps<'/address/[x]'>) {
  const { x } = await params
  const cluster = firstOf(await searchParams, 'cluster') ?? undefined
  redirect(searchHref(percentDecoded(x), cluster))
}
