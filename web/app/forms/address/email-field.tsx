import { type ComponentProps, useEffect, useState } from 'react';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { useIsFocused } from './use-is-focused.ts';

type EmailFieldProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'type' | 'value'> & {
  value: string;
  onSuggestion: (email: string) => void;
};

/** Email field that asks about a probable typo once it is left. */
export function EmailField({ value, onSuggestion, hint, onFocus, onBlur, ...rest }: EmailFieldProps) {
  const { isFocused, handlers } = useIsFocused({ onFocus, onBlur });
  const suggestion = useSuggestion(isFocused ? '' : value);
  return (
    <TextInput
      label="Email"
      type="email"
      required
      {...rest}
      hint={suggestion ? <Question email={suggestion} onAccept={() => onSuggestion(suggestion)} /> : hint}
      {...handlers}
    />
  );
}

function Question({ email, onAccept }: { email: string; onAccept: () => void }) {
  return (
    <span className="text-warn-text">
      Did you mean{' '}
      <button type="button" className="text-link break-all pointer-coarse:min-h-11" onClick={onAccept}>
        {email}
      </button>
      ?
    </span>
  );
}

/** Returns the address that was probably meant, or null. The list of mail services is loaded on demand. */
function useSuggestion(email: string): string | null {
  const [suggestion, setSuggestion] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setSuggestion(null);
    if (!email.includes('@')) return;
    import('./suggest-email.ts').then(
      ({ suggestEmail }) => isCurrent && setSuggestion(suggestEmail(email.trim())),
      // Without the list there is no question.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [email]);
  return suggestion;
}
