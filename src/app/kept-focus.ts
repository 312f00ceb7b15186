// A control may disappear, or be disabled, while it has the focus. The focus then continues at what took its place
// instead of falling back to the start of the page, unless a part of the page has moved it itself.

/** Not a whole page: after a navigation, the frame moves the focus (shell.tsx). */
const WITHIN = 'main > * *, [role=dialog] *';
const CONTROL = 'a[href], button:enabled, input:enabled';
/** By then, the parts of the page have moved the focus if they do. */
const SETTLED_MS = 100;

const canHold = (element: Element): boolean => element.isConnected && !element.matches(':disabled');
const isLost = (): boolean => document.activeElement?.matches('body, :disabled') ?? true;

/** What follows an element, or the first of its ancestors that something follows. */
const after = (element: Element): Element | null =>
  element.nextElementSibling ?? (element.parentElement && after(element.parentElement));

export function keepFocus(): () => void {
  /** The button or field that was pressed last or has the focus, or what has its place. */
  let watched: Element | null = null;
  /** Then a control gets the focus, with its ring; after a touch, a field would open the keyboard. */
  let byKeys = false;

  /** Anything can hold the focus; without a stop for Tab, it has no ring (theme.css). */
  const move = (place: Element | null) => {
    for (let to = place; to?.matches(WITHIN) && isLost(); to = to.parentElement) {
      const next: Element = (byKeys && to.querySelector(CONTROL)) || to;
      if (!(next instanceof HTMLElement)) continue;
      if (!next.matches(`${CONTROL}, [tabindex]`)) next.tabIndex = -1;
      watched = next;
      next.focus({ preventScroll: true });
    }
  };

  const watch = new MutationObserver((records) => {
    const lost = watched;
    if (!lost || canHold(lost)) return;
    const gone = records.find(
      ({ target, removedNodes }) =>
        target.isConnected && [...removedNodes].some((node) => node.contains(lost)),
    );
    const around = gone?.target as Element | undefined;
    const before = gone?.previousSibling as Element | null | undefined;
    setTimeout(() => {
      if (lost !== watched) return;
      if (canHold(lost)) move(lost);
      else if (!around) move(after(lost));
      else move((before ? before.nextElementSibling : around.firstElementChild) ?? around);
    }, SETTLED_MS);
  });
  const follow = (target: EventTarget | null) => {
    watched = target instanceof Element ? target.closest('button, input') : null;
    if (watched) watch.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    else watch.disconnect();
  };

  const pressed = ({ target, detail }: MouseEvent) => {
    // A tapped label clicks its field without detail.
    byKeys = detail === 0 && !(target instanceof HTMLInputElement);
    follow(target);
  };
  const focused = ({ target }: FocusEvent) => {
    if (target !== watched) follow(target);
  };
  document.addEventListener('click', pressed, true);
  document.addEventListener('focusin', focused);
  return () => {
    follow(null);
    document.removeEventListener('click', pressed, true);
    document.removeEventListener('focusin', focused);
  };
}
