'use client'

import type { ComponentProps } from 'react'
import { Identifier } from '../ui/identifier'
import type { KnownOwner } from '../ui/token-extensions'
import { useTokenExtensions } from '../ui/use-token-extensions'

/** Extensions decide whether the owner is the wallet. */
export function TokenOwner(props: ComponentProps<typeof KnownOwner>) {
  const { module } = useTokenExtensions(true)
  if (!module) return <Identifier text={props.owner} what="owner" short />
  return <module.KnownOwner {...props} />
}
