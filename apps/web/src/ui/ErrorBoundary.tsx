import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorFenceProps {
  /** The fallback shown when rendering fails. Called with a function that retries. */
  readonly fallback: ReactNode | ((tryAgain: () => void) => ReactNode)
  readonly children: ReactNode
}

/** An error boundary. React requires a class for it. */
export class ErrorBoundary extends Component<ErrorFenceProps, { readonly failed: boolean }> {
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
