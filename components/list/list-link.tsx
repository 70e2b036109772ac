'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'
import { withLimit } from '@/lib/urls/links'
import { useRememberedLimit } from './remembered-limit'

/**
 * A link to a list page: carries the page size that the reader chose last, where it names none itself. Not fetched ahead:
 * the page's head is made of its rows, and rows that nobody reads are not asked for.
 */
export function ListLink({ href, ...props }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  const limit = useRememberedLimit()
  return <Link prefetch={false} {...props} href={limit === null ? href : withLimit(href, limit)} />
}
