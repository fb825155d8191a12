import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorFenceProps {
  /** What stands there instead when something inside cannot be drawn; where it is called, with what draws it anew. */
  readonly fallback: ReactNode | ((tryAgain: () => void) => ReactNode)
  readonly children: ReactNode
}

/** Keeps a part that cannot be drawn from taking the page with it. React has no hook for this: it takes a class. */
export class ErrorFence extends Component<ErrorFenceProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page could not be drawn', error, info.componentStack)
  }

  readonly #tryAgain = (): void => this.setState({ failed: false })

  override render(): ReactNode {
    const { fallback, children } = this.props
    if (!this.state.failed) return children
    return typeof fallback === 'function' ? fallback(this.#tryAgain) : fallback
  }
}
