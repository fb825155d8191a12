import type { ReactNode } from 'react'

export default function CreatePage(): ReactNode {
  return <h1>Create</h1>
}
