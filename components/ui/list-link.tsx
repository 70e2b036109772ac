'use client'

import type { ComponentProps } from 'react'
import { withLimit } from '@/lib/listing/address/list-address'
import { Link } from './link'
import { useRememberedLimit } from './remembered-limit'

export function ListLink({ href, ...props }: ComponentProps<typeof Link>) {
  const limit = useRememberedLimit()
  return <Link {...props} href={limit === null ? href : withLimit(href, limit)} />
}
