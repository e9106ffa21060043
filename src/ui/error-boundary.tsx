import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly onError: (problem: unknown) => void;
}

/** Catches errors of a part of the screen: Ink itself would write a source listing to the terminal. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(problem: unknown): void {
    this.props.onError(problem);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
